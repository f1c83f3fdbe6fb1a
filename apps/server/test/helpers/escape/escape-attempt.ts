import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync, writeSync } from 'node:fs';
import { get } from 'node:http';

const answerDescriptor = 3;
const { secret, port } = JSON.parse(readFileSync(0, 'utf8'));
const attempts = {
  read: codeOfFailure(() => readFileSync(secret)),
  write: codeOfFailure(() => writeFileSync(`${secret}.copy`, 'x')),
  spawn: codeOfFailure(() => execFileSync('/bin/true')),
  connect: await codeOfConnection(port),
  environment: Object.keys(process.env),
};
writeSync(answerDescriptor, JSON.stringify(attempts));

function codeOfFailure(attempt: () => unknown): string {
  try {
    attempt();
    return 'succeeded';
  } catch (error) {
    return String(Object(error).code);
  }
}

async function codeOfConnection(port: number): Promise<string> {
  return await new Promise((resolve) => {
    try {
      get({ host: '127.0.0.1', port }, () => resolve('succeeded')).on('error', (error) =>
        resolve(String(Object(error).code)),
      );
    } catch (error) {
      resolve(String(Object(error).code));
    }
  });
}
