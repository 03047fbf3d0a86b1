// A webhook in Go, for comparison: it denies deletes of what a Usage names. "generic" decodes the review with
// encoding/json and looks into a map; "crossplane" does what Crossplane's webhook for usages does: the decoder of
// controller-runtime, the object as unstructured, and a list from an indexed cache, copied.
//
// Lines on standard input are answered on standard output: "usage" with the CPU time of this process in microseconds
// and its resident memory in bytes. It ends with standard input.
package main

import (
	"bufio"
	"crypto/tls"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"syscall"
)

func main() {
	if len(os.Args) != 5 {
		log.Fatal("usage: peer generic|crossplane <API server> <certificate> <key>")
	}
	decide, err := deciders[os.Args[1]](os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	pair, err := tls.LoadX509KeyPair(os.Args[3], os.Args[4])
	if err != nil {
		log.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	server := &http.Server{Handler: handler(decide), TLSConfig: &tls.Config{Certificates: []tls.Certificate{pair}}}
	go func() { log.Fatal(server.ServeTLS(listener, "", "")) }()
	fmt.Println(listener.Addr().(*net.TCPAddr).Port)
	answerQueries()
}

type decider func(body []byte) ([]byte, error)

func handler(decide decider) http.Handler {
	return http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(request.Body)
		if err == nil {
			body, err = decide(body)
		}
		if err != nil {
			http.Error(response, err.Error(), http.StatusInternalServerError)
			return
		}
		response.Header().Set("content-type", "application/json")
		response.Write(body)
	})
}

func answerQueries() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var used syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
			log.Fatal(err)
		}
		micros := (used.Utime.Sec+used.Stime.Sec)*1_000_000 + int64(used.Utime.Usec) + int64(used.Stime.Usec)
		fmt.Println(micros, residentBytes())
	}
}

// Of Linux; -1 elsewhere.
func residentBytes() int64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return -1
	}
	for _, line := range strings.Split(string(status), "\n") {
		if fields := strings.Fields(line); len(fields) > 1 && fields[0] == "VmRSS:" {
			kibibytes, _ := strconv.ParseInt(fields[1], 10, 64)
			return kibibytes * 1024
		}
	}
	return -1
}
