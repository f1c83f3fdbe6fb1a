import { serve } from '@hono/node-server'
import { app, seed } from './core.mjs'
import { workers } from './workers.mjs'
import { userApi } from './user.mjs'
const port = Number(process.argv[2])
seed(); workers(); userApi()
app.doc31('/openapi.json', { openapi: '3.1.0', info: { title: 'Bramble Agent Workers', version: '0.1.0' }, servers: [{ url: `http://127.0.0.1:${port}` }] })
serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, () => console.log('ready'))
