'use strict'
const crypto = require('crypto')
const FAULT = process.env.FAULT || ''
const on = (id) => FAULT === id
const SECRET = 'yarrow-signing-secret-1'
const b64 = (x) => Buffer.from(x).toString('base64url')
function sign (payload) {
  const h = b64(JSON.stringify({ alg: 'HS256', typ: 'JWT' })) + '.' + b64(JSON.stringify(payload))
  return h + '.' + crypto.createHmac('sha256', SECRET).update(h).digest('base64url')
}
function verify (tok) {
  const p = String(tok).split('.')
  if (p.length !== 3) return null
  if (crypto.createHmac('sha256', SECRET).update(p[0] + '.' + p[1]).digest('base64url') !== p[2]) return null
  try {
    const c = JSON.parse(Buffer.from(p[1], 'base64url').toString())
    if (c.exp && c.exp < Date.now() / 1000) return null
    return c
  } catch { return null }
}
const NAMES = { 400: 'Bad Request', 401: 'Unauthorized', 402: 'Payment Required', 403: 'Forbidden', 404: 'Not Found', 409: 'Conflict', 422: 'Unprocessable Entity', 500: 'Internal Server Error' }
function fail (status, message) { const e = new Error(message || NAMES[status]); e.statusCode = status; throw e }
function invalid (where, message) {
  const e = new Error(where + ' ' + message); e.statusCode = on('all-422-as-400') ? 400 : 422; e.code = 'FST_ERR_VALIDATION'
  e.list = [{ instancePath: '/' + where.replace(/\./g, '/'), message }]; throw e
}
let last = 0
function now () { last = Math.max(Date.now(), last + 1); return new Date(last).toISOString() }
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const uuidOf = (v, where) => UUID.test(v) ? v.toLowerCase() : invalid('params.' + where, 'must match format "uuid"')
const intOf = (v, where) => /^-?\d{1,15}$/.test(v) ? Number(v) : invalid('params.' + where, 'must be integer')
function qInt (q, name, def, min, max) {
  let v = q[name]
  if (Array.isArray(v)) v = v[v.length - 1]
  if (v === undefined) return def
  if (!/^-?\d{1,15}$/.test(v)) invalid('querystring.' + name, 'must be integer')
  v = Number(v)
  if (min !== undefined && v < min) invalid('querystring.' + name, 'must be >= ' + min)
  if (max !== undefined && v > max) invalid('querystring.' + name, 'must be <= ' + max)
  return v
}
function qDate (q, name) {
  const v = q[name]
  if (v === undefined || v === '' || v === 'null') return null
  const s = String(v).replace(/ (\d\d:\d\d)$/, '+$1')
  if (!/^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|z|[+-]\d\d:?\d\d)?$/.test(s) || isNaN(Date.parse(s))) invalid('querystring.' + name, 'must match format "date-time"')
  return new Date(/(Z|z|[+-]\d\d:?\d\d)$/.test(s) ? s : s + 'Z').toISOString()
}
// a body is flat, or as JSON:API has it: {data: {id, attributes}}
function attrs (req, spec) {
  let b = req.body
  if (b === null || typeof b !== 'object' || Array.isArray(b)) invalid('body', 'must be object')
  if (b.data && typeof b.data === 'object' && b.data.attributes) b = { ...(b.data.id !== undefined ? { id: b.data.id } : {}), ...b.data.attributes }
  for (const [k, t] of Object.entries(spec || {})) {
    const req_ = t.endsWith('!'); const ty = t.replace('!', ''); const v = b[k]
    if (v === undefined || (v === null && !req_)) { if (req_) invalid('body.' + k, 'is required'); continue }
    if (v === null) invalid('body.' + k, 'must be ' + ty)
    const bad = ty === 'string' ? typeof v !== 'string' : ty === 'integer' ? !Number.isInteger(v) : ty === 'boolean' ? typeof v !== 'boolean' : ty === 'array' ? !Array.isArray(v) : ty === 'vis' ? !['public', 'private'].includes(v) : ty === 'object' ? (typeof v !== 'object' || Array.isArray(v)) : false
    if (bad) invalid('body.' + k, 'must be ' + (ty === 'vis' ? 'one of public, private' : ty))
  }
  return b
}
// cron
const MON = { jan: 1, feb: 2, mar: 3, apr: 4, may: 5, jun: 6, jul: 7, aug: 8, sep: 9, oct: 10, nov: 11, dec: 12 }
const DOW = { sun: 0, mon: 1, tue: 2, wed: 3, thu: 4, fri: 5, sat: 6 }
function cronOk (s) {
  const f = String(s).trim().split(/\s+/)
  if (f.length !== 5) return false
  const R = [[0, 59], [0, 23], [1, 31], [1, 12], [0, 7]]
  return f.every((part, i) => part.split(',').every((p) => {
    const m = /^(\*|([0-9a-z]+)(?:-([0-9a-z]+))?)(?:\/(\d+))?$/i.exec(p)
    if (!m) return false
    if (m[4] !== undefined && Number(m[4]) < 1) return false
    if (m[1] === '*') return true
    const n = (x) => { if (/^\d+$/.test(x)) return Number(x); const t = (i === 3 ? MON : i === 4 ? DOW : {})[x.toLowerCase()]; return t === undefined ? NaN : t }
    const a = n(m[2]); const b = m[3] === undefined ? a : n(m[3])
    return a >= R[i][0] && b <= R[i][1] && a <= b
  }))
}
const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
function textToCron (t) {
  t = String(t).trim()
  if (cronOk(t)) return t.split(/\s+/).join(' ')
  const l = t.toLowerCase()
  if (l === 'every minute') return '* * * * *'
  if (l === 'every hour' || l === 'hourly') return '0 * * * *'
  let m
  if ((m = /^every (\d+) minutes$/.exec(l)) && m[1] > 0 && m[1] < 60) return `*/${+m[1]} * * * *`
  if ((m = /^every (day|weekday|sunday|monday|tuesday|wednesday|thursday|friday|saturday)(?: at (\d{1,2})(?::(\d\d))? ?(am|pm)?)?$/.exec(l)) || (m = l === 'daily' ? [0, 'day'] : null)) {
    let h = m[2] === undefined ? 0 : +m[2]; const mi = m[3] === undefined ? 0 : +m[3]
    if (m[4] === 'pm' && h < 12) h += 12
    if (m[4] === 'am' && h === 12) h = 0
    if (h > 23 || mi > 59) return null
    return `${mi} ${h} * * ${m[1] === 'day' ? '*' : m[1] === 'weekday' ? '1-5' : DAYS.indexOf(m[1])}`
  }
  return null
}
// ---- users and state
const U = {
  own: { id: 'usr_own', email: 'ada@yarrow.example', name: 'Ada', tier: 'pro' },
  other: { id: 'usr_other', email: 'bob@yarrow.example', name: 'Bob', tier: 'pro' },
  sandbox: { id: 'usr_sandbox', email: 'sam@yarrow.example', name: 'Sam', tier: 'sandbox' }
}
const users = new Map(Object.values(U).map((u) => [u.id, u]))
const JWT = Object.fromEntries(Object.values(U).map((u) => [u.id, sign({ sub: u.id, iat: 1700000000, exp: 4102444800 })]))
module.exports = { crypto, on, sign, verify, fail, invalid, now, UUID, uuidOf, intOf, qInt, qDate, attrs, cronOk, textToCron, U, users, JWT, SECRET, uuid: () => crypto.randomUUID() }
