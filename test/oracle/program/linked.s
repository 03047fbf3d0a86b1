// Empty on purpose: with a file of assembler, Go accepts functions without a body (compile_as_server.go).
