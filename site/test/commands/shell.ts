import { spawn } from 'node:child_process';

/** A shell that keeps its variables from one command to the next. */
export interface Shell {
  /** Runs it to its end. */
  run(command: string): Promise<Ended>;
  /** Runs it until it has said something, does something meanwhile, of which it may say something too, and ends it. */
  runUntil(command: string, said: RegExp, meanwhile: () => Promise<RegExp | undefined>): Promise<Ended>;
  close(): void;
}

export interface Ended {
  readonly exitCode: number;
  /** On standard output and standard error. */
  readonly output: string;
}

const mark = '\u001e';

export function openShell(folder: string, environment: NodeJS.ProcessEnv): Shell {
  const child = spawn('sh', [], { cwd: folder, env: environment, stdio: 'pipe', detached: true });
  child.stdin.write('exec 2>&1\n');
  let output = '';
  const waiting = new Set<() => void>();
  const hear = (): void => {
    for (const look of waiting) look();
  };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    hear();
  });
  child.once('close', hear);

  /** What fits, among what the command says; a shell that has ended says no more. */
  const hears = (pattern: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = pattern.exec(output);
        if (found === null && child.exitCode === null) return;
        waiting.delete(look);
        if (found === null) reject(new Error(`The shell ended before it said ${pattern}:\n${output}`));
        else resolve(found);
      };
      waiting.add(look);
      look();
    });
  const end = new RegExp(`${mark}end (\\d+)\\n`);
  const ended = async (): Promise<Ended> => {
    const [, code] = await hears(end);
    return { exitCode: Number(code), output: output.replaceAll(new RegExp(`${mark}.*\\n`, 'g'), '') };
  };
  const tell = (script: string): void => {
    output = '';
    child.stdin.write(script);
  };
  return {
    run(command) {
      tell(`{ ${command}\n} </dev/null; printf '${mark}end %s\\n' $?\n`);
      return ended();
    },
    async runUntil(command, said, meanwhile) {
      tell(`${command} </dev/null & printf '${mark}began %s\\n' $!\nwait $!; printf '${mark}end %s\\n' $?\n`);
      const [, pid] = await hears(new RegExp(`${mark}began (\\d+)\\n`));
      const orEnd = (pattern: RegExp): RegExp => new RegExp(`${pattern.source}|${end.source}`, pattern.flags);
      const isOver = async (pattern: RegExp): Promise<boolean> => end.test((await hears(orEnd(pattern)))[0]);
      if (await isOver(said)) return await ended();
      const more = await meanwhile();
      if (more !== undefined && (await isOver(more))) return await ended();
      process.kill(Number(pid), 'SIGTERM');
      return await ended();
    },
    // With what a test that was given up has left running.
    close() {
      if (child.exitCode === null) process.kill(-Number(child.pid), 'SIGKILL');
    },
  };
}
