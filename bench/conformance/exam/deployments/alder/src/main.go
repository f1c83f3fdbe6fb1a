package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/gin-gonic/gin/binding"
	"github.com/glebarez/sqlite"
	"github.com/go-playground/validator/v10"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
	"reflect"
	"strings"
)

type Server struct {
	db       *gorm.DB
	wmu      sync.Mutex
	users    map[string]*User
	keyCache sync.Map
	base     string
	eng      *engine
	notif    *notifier
	ops      []op
	tools    map[string]*toolDef
	toolList []*toolDef
	doc      []byte
}

func openDB(path string) (*gorm.DB, error) {
	dsn := path + "?_pragma=journal_mode(WAL)&_pragma=synchronous(OFF)&_pragma=busy_timeout(10000)&_pragma=foreign_keys(0)&_txlock=immediate"
	db, err := gorm.Open(sqlite.Open(dsn), &gorm.Config{
		Logger: logger.Default.LogMode(logger.Silent), NowFunc: now, SkipDefaultTransaction: true, PrepareStmt: true,
	})
	if err != nil {
		return nil, err
	}
	sq, err := db.DB()
	if err != nil {
		return nil, err
	}
	sq.SetMaxOpenConns(6)
	sq.SetMaxIdleConns(6)
	return db, db.AutoMigrate(allModels...)
}

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: alder PORT DATADIR")
		os.Exit(2)
	}
	sweep(os.Args[2])
	dir, err := os.MkdirTemp(os.Args[2], fmt.Sprintf("db-%d-", os.Getpid()))
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	db, err := openDB(filepath.Join(dir, "alder.db"))
	if err != nil {
		panic(err)
	}
	gin.SetMode(gin.ReleaseMode)
	if v, ok := binding.Validator.Engine().(*validator.Validate); ok {
		v.RegisterTagNameFunc(func(f reflect.StructField) string { return strings.Split(f.Tag.Get("json"), ",")[0] })
	}
	s := &Server{db: db, users: map[string]*User{}, base: "http://127.0.0.1:" + os.Args[1]}
	s.eng = newEngine(s)
	s.initTools()
	s.notif = newNotifier(s)
	if err := s.seed(); err != nil {
		panic(err)
	}
	r := gin.New()
	r.RedirectTrailingSlash = false
	r.HandleMethodNotAllowed = true
	r.UseRawPath = true
	r.UnescapePathValues = true
	r.Use(requestID, recoverer)
	r.NoRoute(func(c *gin.Context) { abort(c, fail(404, "route_not_found", "no such path")) })
	r.NoMethod(func(c *gin.Context) { abort(c, fail(405, "method_not_allowed", "no such method here")) })
	s.ops = s.routes()
	for _, o := range s.ops {
		s.register(r, o)
	}
	s.register(r, op{M: "GET", P: "/me", Auth: authJWT, OK: 200, H: s.getMe})
	s.buildDoc()
	r.GET("/swagger/doc.json", func(c *gin.Context) { c.Data(200, "application/json; charset=utf-8", s.doc) })
	r.GET("/healthz", func(c *gin.Context) { c.JSON(200, gin.H{"status": "ok"}) })

	ln, err := net.Listen("tcp", "127.0.0.1:"+os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.RemoveAll(dir)
		os.Exit(1)
	}
	srv := &http.Server{Handler: r, ReadHeaderTimeout: 20 * time.Second}
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, syscall.SIGTERM, syscall.SIGINT)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go s.runScheduler(ctx)
	go func() { _ = srv.Serve(ln) }()
	fmt.Println("ready")
	<-stop
	_ = srv.Close()
}
