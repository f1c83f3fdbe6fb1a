'use strict';
const { makeApp } = require('./lib/app.js');
const port = Number(process.argv[2] || process.env.PORT || 8080);
makeApp(process.env.FAULT || '').server.listen(port, '127.0.0.1', () => console.log('ready'));
