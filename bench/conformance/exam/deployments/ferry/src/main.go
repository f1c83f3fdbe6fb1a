// Ferry is a deployment of the Agent Workers platform: the Workers API and the
// User API on one port, with all state in memory.
//
// Usage: ferry PORT, or ferry mint to show the credentials of the seed.
//
// The environment variable FAULT names one fault of faults.json to switch on.
package main

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"time"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: ferry PORT")
		os.Exit(2)
	}
	if os.Args[1] == "mint" {
		printCredentials()
		return
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	service := newService()
	service.seed(time.Now().UTC())
	go service.runSchedules()

	fmt.Println("ready")
	server := &http.Server{Handler: service, ReadHeaderTimeout: 10 * time.Second}
	fmt.Fprintln(os.Stderr, server.Serve(listener))
	os.Exit(1)
}

// printCredentials shows what config.json has to name: the tokens of the
// seeded users and the signature of the webhook of the seed.
func printCredentials() {
	issued := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
	expires := time.Date(2099, 1, 1, 0, 0, 0, 0, time.UTC)
	for _, user := range seedUsers {
		fmt.Println(user.email, mintJWT(user.id, issued, expires))
	}
	fmt.Println("webhook body", seedWebhookBody)
	fmt.Println("webhook signature", signWebhook([]byte(seedWebhookBody)))
}
