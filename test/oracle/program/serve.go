package main

import (
	"bufio"
	"bytes"
	"io"
	"runtime"
)

// job is one task on its way; answer may be read once done is closed.
type job struct {
	task   []byte
	answer []byte
	done   chan struct{}
}

// serve answers lines on every processor and writes the answers in the order of the tasks. It reads no further than
// a few tasks ahead of what has been written, so that a slow reader of answers slows the tasks down.
func serve(in io.Reader, out io.Writer, answer func([]byte) []byte) error {
	workers := runtime.GOMAXPROCS(0)
	jobs := make(chan *job, workers)
	inOrder := make(chan *job, 2*workers)
	for range workers {
		go work(jobs, answer)
	}
	var readError error
	go func() {
		readError = read(in, jobs, inOrder)
		close(jobs)
		close(inOrder)
	}()
	if err := write(out, inOrder); err != nil {
		return err
	}
	return readError
}

func work(jobs <-chan *job, answer func([]byte) []byte) {
	for each := range jobs {
		each.answer = answer(each.task)
		close(each.done)
	}
}

func read(in io.Reader, jobs, inOrder chan<- *job) error {
	lines := bufio.NewReaderSize(in, 1<<20)
	for {
		line, err := lines.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			next := &job{task: line, done: make(chan struct{})}
			inOrder <- next
			jobs <- next
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func write(out io.Writer, inOrder <-chan *job) error {
	lines := bufio.NewWriterSize(out, 1<<16)
	for each := range inOrder {
		<-each.done
		if _, err := lines.Write(append(each.answer, '\n')); err != nil {
			return err
		}
		// Somebody may be waiting for this answer before asking on.
		if len(inOrder) == 0 {
			if err := lines.Flush(); err != nil {
				return err
			}
		}
	}
	return lines.Flush()
}
