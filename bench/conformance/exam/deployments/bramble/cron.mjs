import { on } from './core.mjs'
const MON = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'], DOW = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const RANGES = [[0, 59], [0, 23], [1, 31], [1, 12, MON, 1], [0, 7, DOW, 0]]
/** True for a five-field cron expression with every value in its bounds. */
export function parseCron(s) {
  const f = String(s).trim().split(/\s+/)
  if (f.length !== 5) return false
  return f.every((field, i) => {
    const [lo, hi, names, base] = RANGES[i]
    const num = (x) => { const at = names?.indexOf(x.toLowerCase()) ?? -1; if (at >= 0) return at + base; return /^\d{1,2}$/.test(x) && (on('cron-bounds-unchecked') || (+x >= lo && +x <= hi)) ? +x : null }
    return field.split(',').every((part) => {
      const [range, step, more] = part.split('/')
      if (more !== undefined || (step !== undefined && (!/^\d{1,2}$/.test(step) || +step < 1))) return false
      if (range === '*') return true
      const [a, b, c] = range.split('-')
      if (c !== undefined || num(a) === null) return false
      return b === undefined || (num(b) !== null && num(a) <= num(b))
    })
  })
}
/** Takes a cron expression or plain words; gives a cron expression or null. */
export function textToCron(text) {
  const s = text.trim().replace(/\s+/g, ' ')
  if (parseCron(s)) return s
  const t = s.toLowerCase()
  const fixed = { hourly: '0 * * * *', daily: '0 0 * * *', weekly: '0 0 * * 0', monthly: '0 0 1 * *', 'every minute': '* * * * *', 'every hour': '0 * * * *', 'every day': '0 0 * * *' }
  if (fixed[t]) return fixed[t]
  let m = /^every (\d{1,2}) minutes$/.exec(t)
  if (m && +m[1] >= 1 && +m[1] <= 59) return `*/${+m[1]} * * * *`
  m = /^every (day|monday|tuesday|wednesday|thursday|friday|saturday|sunday) at (\d{1,2})(?::(\d\d))? ?(am|pm)?$/.exec(t)
  if (!m) return null
  const hour = m[4] ? (+m[2] % 12) + (m[4] === 'pm' ? 12 : 0) : +m[2]
  const out = `${+(m[3] ?? 0)} ${hour} * * ${m[1] === 'day' ? '*' : DOW.indexOf(m[1].slice(0, 3))}`
  return parseCron(out) ? out : null
}
