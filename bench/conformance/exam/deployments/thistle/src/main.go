// thistle: a gateway and four services, started and ended by one parent.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"time"
)

var serviceNames = []string{"accounts", "agents", "tools", "runs", "gateway"}

type child struct {
	name string
	cmd  *exec.Cmd
	in   io.WriteCloser
	out  *bufio.Reader
	port string
}

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: thistle PORT")
		os.Exit(2)
	}
	if os.Args[1] == "child" {
		childMain(os.Args[2], os.Args[3])
		return
	}
	parentMain(os.Args[1])
}

// The parent holds a pipe into each child; a child whose pipe ends, ends.
func parentMain(port string) {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	secret := newULID() + newULID()
	var kids []*child
	endAll := func(code int) {
		for _, k := range kids {
			k.in.Close()
			k.cmd.Process.Kill()
		}
		for _, k := range kids {
			k.cmd.Process.Wait()
		}
		os.Exit(code)
	}
	sig := make(chan os.Signal, 4)
	signal.Notify(sig, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
	addrs := map[string]string{}
	for _, n := range serviceNames {
		cmd := exec.Command(self, "child", n, port)
		cmd.Env = append(os.Environ(), "THISTLE_INTERNAL="+secret)
		cmd.Stderr = os.Stderr
		in, _ := cmd.StdinPipe()
		out, _ := cmd.StdoutPipe()
		if err := cmd.Start(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			endAll(1)
		}
		k := &child{n, cmd, in, bufio.NewReader(out), ""}
		kids = append(kids, k)
	}
	for _, k := range kids {
		line, err := k.out.ReadString('\n')
		if err != nil {
			fmt.Fprintln(os.Stderr, k.name, "did not start")
			endAll(1)
		}
		addrs[k.name] = "127.0.0.1:" + strings.TrimSpace(strings.TrimPrefix(line, "LISTEN "))
	}
	b, _ := json.Marshal(addrs)
	for _, k := range kids {
		fmt.Fprintf(k.in, "%s\n", b)
	}
	for _, k := range kids {
		if line, err := k.out.ReadString('\n'); err != nil || !strings.HasPrefix(line, "SERVING") {
			fmt.Fprintln(os.Stderr, k.name, "does not serve")
			endAll(1)
		}
	}
	fmt.Println("ready")
	dead := make(chan string, len(kids))
	for _, k := range kids {
		go func() { io.Copy(io.Discard, k.out); dead <- k.name }()
	}
	select {
	case <-sig:
		endAll(0)
	case n := <-dead:
		fmt.Fprintln(os.Stderr, n, "ended, so all end")
		endAll(1)
	}
}

func childMain(name, port string) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Printf("LISTEN %d\n", ln.Addr().(*net.TCPAddr).Port)
	in := bufio.NewReader(os.Stdin)
	line, err := in.ReadString('\n')
	if err != nil || json.Unmarshal([]byte(line), &peers) != nil {
		os.Exit(1)
	}
	go func() { io.Copy(io.Discard, in); os.Exit(0) }()
	signal.Ignore(syscall.SIGINT, syscall.SIGHUP)
	mux := http.NewServeMux()
	mux.HandleFunc("POST /internal/events", receiveEvent)
	switch name {
	case "accounts":
		newAccounts(mux)
	case "agents":
		newAgents(mux)
	case "tools":
		newTools(mux)
	case "runs":
		newRuns(mux)
	case "gateway":
		g := newGateway()
		pub, err := net.Listen("tcp", "127.0.0.1:"+port)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		go (&http.Server{Handler: g, ReadHeaderTimeout: 30 * time.Second}).Serve(pub)
	}
	go func() { time.Sleep(time.Millisecond); fmt.Println("SERVING") }()
	inner := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("X-Internal") != os.Getenv("THISTLE_INTERNAL") {
			http.Error(w, "loopback only", http.StatusForbidden)
			return
		}
		mux.ServeHTTP(w, r)
	})
	http.Serve(ln, inner)
}
