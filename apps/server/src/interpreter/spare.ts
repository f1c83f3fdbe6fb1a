import type { Sandbox } from './sandbox.ts';

/** Keeps one sandbox ready, because to start one takes longer than most programs run. */
export interface Spare {
  /** Gives a fresh sandbox, which is the one that waits if there is, and makes the next ready. */
  take(): Sandbox;
  /** Makes a sandbox ready before anybody asks. */
  prepare(): void;
  /** Ends the one that waits, and keeps none any more. */
  close(): void;
}

/** A sandbox that waits holds memory, so it ends when nobody has run a program for so long. */
export function createSpare(start: () => Sandbox, idleMilliseconds: number): Spare {
  let waiting: Waiting | undefined;
  let closed = false;

  function prepare(): void {
    if (waiting || closed) return;
    const next = holdInWait(start(), idleMilliseconds);
    waiting = next;
    next.sandbox.child.once('exit', () => {
      if (waiting === next) waiting = undefined;
    });
  }

  return {
    prepare,
    take() {
      const sandbox = waiting?.sandbox.child.connected ? waiting.release() : start();
      waiting = undefined;
      // After the program was sent, for to start a process takes a while.
      setImmediate(prepare);
      return sandbox;
    },
    close() {
      closed = true;
      waiting?.sandbox.child.kill('SIGKILL');
      waiting = undefined;
    },
  };
}

interface Waiting {
  sandbox: Sandbox;
  /** Ends the wait; the sandbox then keeps this process alive until it has run its program. */
  release(): Sandbox;
}

function holdInWait(sandbox: Sandbox, milliseconds: number): Waiting {
  const { child } = sandbox;
  const timer = setTimeout(() => child.kill('SIGKILL'), milliseconds);
  child.once('exit', () => clearTimeout(timer));
  for (const held of [timer, child, child.channel]) held?.unref();
  return {
    sandbox,
    release() {
      clearTimeout(timer);
      for (const held of [child, child.channel]) held?.ref();
      return sandbox;
    },
  };
}
