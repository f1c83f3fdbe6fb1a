/**
 * Runs in the browser. Every text of a push is set as text, never as markup; only http and https become links. The
 * list follows `modified_after`, so that a change or a deletion elsewhere shows here.
 */
export const inboxScript = `
'use strict';
const byId = (id) => document.getElementById(id);
const shown = new Map();
let token = '';
let since = 0;

function element(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

function link(address, text) {
  let url;
  try { url = new URL(address); } catch { return element('p', address); }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return element('p', address);
  const anchor = element('a', text);
  anchor.href = url.href;
  anchor.rel = 'noopener noreferrer';
  anchor.target = '_blank';
  return anchor;
}

function draw(push) {
  const item = document.createElement('li');
  item.dataset.iden = push.iden;
  item.classList.toggle('dismissed', push.dismissed === true);
  item.append(element('h2', push.title || push.file_name || push.type));
  if (push.body) item.append(element('p', push.body));
  if (push.url) item.append(link(push.url, push.url));
  if (push.file_url) item.append(link(push.file_url, push.file_name));
  for (const each of push.items || []) item.append(element('p', (each.checked ? '\\u2611 ' : '\\u2610 ') + each.text));
  item.append(document.createElement('br'), element('small', 'from ' + (push.sender_name || 'somebody who is gone') + ', ' + push.direction));
  if (push.dismissed !== true) {
    const button = element('button', 'Dismiss');
    button.addEventListener('click', () => call('pushes/' + push.iden, { dismissed: true }).then(refresh));
    item.append(' ', button);
  }
  return item;
}

async function call(path, body) {
  const headers = { 'access-token': token };
  if (body) headers['content-type'] = 'application/json';
  const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
  const response = await fetch(path, init);
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error.message);
  return answer;
}

function show(push) {
  shown.get(push.iden)?.remove();
  shown.delete(push.iden);
  if (!push.active) return;
  const item = draw(push);
  shown.set(push.iden, item);
  byId('pushes').prepend(item);
}

async function refresh() {
  const changed = [];
  let cursor;
  do {
    const query = new URLSearchParams({ modified_after: since, ...(cursor && { cursor }) });
    const page = await call('pushes?' + query);
    changed.push(...page.pushes);
    cursor = page.cursor;
  } while (cursor);
  for (const push of changed.reverse()) {
    show(push);
    since = push.modified;
  }
  byId('state').textContent = shown.size + (shown.size === 1 ? ' push' : ' pushes');
}

async function follow() {
  try {
    await refresh();
    setTimeout(follow, 1000);
  } catch (error) {
    byId('state').textContent = error.message;
    byId('login').hidden = false;
  }
}

byId('login').addEventListener('submit', (event) => {
  event.preventDefault();
  token = byId('token').value;
  byId('token').value = '';
  byId('login').hidden = true;
  follow();
});
`;
