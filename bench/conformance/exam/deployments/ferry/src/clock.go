package main

import (
	"crypto/rand"
	"fmt"
	"sync/atomic"
	"time"
)

// tick is the resolution of all our times: 100 ns, as in .NET.
const tick = 100 * time.Nanosecond

const timeLayout = "2006-01-02T15:04:05.0000000Z07:00"

var lastTick atomic.Int64

// now is the current time in UTC. No two calls get the same time, so that a
// time can serve as a cursor.
func now() time.Time {
	for {
		current := time.Now().UnixNano() / int64(tick)
		last := lastTick.Load()
		if current <= last {
			current = last + 1
		}
		if lastTick.CompareAndSwap(last, current) {
			return time.Unix(0, current*int64(tick)).UTC()
		}
	}
}

// stamp writes a time as we do everywhere on the wire.
func stamp(t time.Time) string { return t.UTC().Format(timeLayout) }

// stampOrNil is stamp for times that may not have come yet.
func stampOrNil(t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	text := stamp(t)
	return &text
}

// newUUID makes a random UUID (version 4).
func newUUID() string {
	var b [16]byte
	rand.Read(b[:])
	b[6] = b[6]&0x0f | 0x40
	b[8] = b[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[0:4], b[4:6], b[6:8], b[8:10], b[10:16])
}

// newToken makes a random text of n characters out of letters and digits.
func newToken(n int) string {
	const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789"
	random := make([]byte, n)
	rand.Read(random)
	for i, b := range random {
		random[i] = alphabet[int(b)%len(alphabet)]
	}
	return string(random)
}
