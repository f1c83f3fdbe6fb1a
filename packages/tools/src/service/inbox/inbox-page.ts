export const inboxPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Inbox</title>
<link rel="stylesheet" href="inbox.css">
<h1>Inbox</h1>
<form id="login">
  <label>Access token <input id="token" type="password" autocomplete="off" required></label>
  <button>Open</button>
</form>
<p id="state" role="status"></p>
<ol id="pushes"></ol>
<script src="inbox.js"></script>
</html>
`;
