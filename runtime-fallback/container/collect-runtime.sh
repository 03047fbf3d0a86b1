#!/bin/sh
# Copies Node and every library that it is linked with into an empty directory, by the paths at which the loader looks for them.
set -eu

directory=$1
node=$(command -v node)

mkdir -p "$directory/usr/bin" "$directory/etc" "$directory/tmp"
chmod 1777 "$directory/tmp"
cp -L "$node" "$directory/usr/bin/node"

# "libc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x...)", and the loader as a path alone.
libraries=$(ldd "$node" | sed -n 's#^.* => \(/[^ ]*\) (0x.*#\1#p; s#^[[:space:]]*\(/[^ ]*\) (0x.*#\1#p')
if ldd "$node" | grep 'not found' >&2; then
  echo "Node cannot start in this image either: take one that has these libraries" >&2
  exit 1
fi
for library in $libraries; do
  mkdir -p "$directory$(dirname "$library")"
  cp -L "$library" "$directory$library"
done

echo 'nonroot:x:65532:65532:nonroot:/:/nowhere' >"$directory/etc/passwd"
echo 'nonroot:x:65532:' >"$directory/etc/group"
echo 'hosts: files dns' >"$directory/etc/nsswitch.conf"
