package main

import (
	"bytes"
	"encoding/json"
	"fmt"

	bolt "go.etcd.io/bbolt"
)

var db *bolt.DB

var buckets = []string{"users", "agents", "agents_archive", "files", "themes", "runs", "messages", "run_logs", "mcp_logs", "executions",
	"subscriptions", "ledger", "studio", "api_keys", "api_key_index", "credits", "events", "bundles", "bundle_tools", "cli", "schedules",
	"user_tools", "vip_codes", "vip_redemptions", "feedback", "n_chats", "n_devices", "n_pushes", "n_guids"}

func openStore(path string) (err error) {
	db, err = bolt.Open(path, 0o600, &bolt.Options{NoSync: true, NoFreelistSync: true, FreelistType: bolt.FreelistMapType, InitialMmapSize: 64 << 20})
	if err != nil {
		return err
	}
	return db.Update(func(tx *bolt.Tx) error {
		for _, b := range buckets {
			if _, err := tx.CreateBucketIfNotExists([]byte(b)); err != nil {
				return err
			}
		}
		return nil
	})
}

// view reads in one transaction.
func view(f func(tx *bolt.Tx)) {
	if err := db.View(func(tx *bolt.Tx) error { f(tx); return nil }); err != nil {
		panic(err)
	}
}

// update writes in one transaction; an error of f takes everything back.
func update(f func(tx *bolt.Tx) error) error { return db.Update(f) }

func get[T any](tx *bolt.Tx, bucket, key string) *T {
	if key == "" {
		return nil
	}
	raw := tx.Bucket([]byte(bucket)).Get([]byte(key))
	if raw == nil {
		return nil
	}
	v := new(T)
	if err := json.Unmarshal(raw, v); err != nil {
		panic(err)
	}
	return v
}

func put(tx *bolt.Tx, bucket, key string, v any) {
	raw, err := json.Marshal(v)
	if err == nil {
		err = tx.Bucket([]byte(bucket)).Put([]byte(key), raw)
	}
	if err != nil {
		panic(err)
	}
}

func del(tx *bolt.Tx, bucket, key string) {
	if err := tx.Bucket([]byte(bucket)).Delete([]byte(key)); err != nil {
		panic(err)
	}
}

// scan gives the records whose keys begin with prefix, in the order of the keys.
func scan[T any](tx *bolt.Tx, bucket, prefix string) []*T {
	list := []*T{}
	c := tx.Bucket([]byte(bucket)).Cursor()
	p := []byte(prefix)
	for k, raw := c.Seek(p); k != nil && bytes.HasPrefix(k, p); k, raw = c.Next() {
		v := new(T)
		if err := json.Unmarshal(raw, v); err != nil {
			panic(err)
		}
		list = append(list, v)
	}
	return list
}

func keys(tx *bolt.Tx, bucket, prefix string) []string {
	list := []string{}
	c := tx.Bucket([]byte(bucket)).Cursor()
	p := []byte(prefix)
	for k, _ := c.Seek(p); k != nil && bytes.HasPrefix(k, p); k, _ = c.Next() {
		list = append(list, string(k))
	}
	return list
}

func delPrefix(tx *bolt.Tx, bucket, prefix string) {
	for _, k := range keys(tx, bucket, prefix) {
		del(tx, bucket, k)
	}
}

func nextID(tx *bolt.Tx, bucket string) int64 {
	n, err := tx.Bucket([]byte(bucket)).NextSequence()
	if err != nil {
		panic(err)
	}
	return int64(n)
}

// num makes a key of an integer that sorts as the integer does.
func num(n int64) string { return fmt.Sprintf("%020d", n) }
