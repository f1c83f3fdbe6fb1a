#!/usr/bin/env node
import { text } from 'node:stream/consumers';

// A stand-in for a script around a container: tells what it was given, or misbehaves as the code says.
const program = JSON.parse(await text(process.stdin));
if (program.code === 'hang') setInterval(() => {}, 1_000);
else if (program.code === 'flood') process.stdout.write('x'.repeat(2_000_000));
else process.stdout.write(JSON.stringify({ status: 'succeeded', result: program, output: 'ran outside' }));
