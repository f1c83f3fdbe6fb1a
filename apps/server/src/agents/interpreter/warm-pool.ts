import type { Sandbox } from './sandbox.ts';

/** Keeps one sandbox ready, because to start one takes longer than most programs run. */
export interface WarmPool {
  /** Gives a fresh sandbox, which is the one that waits if there is, and makes the next ready. */
  take(): Sandbox;
  /** Makes a sandbox ready, unless one is. */
  prepare(): void;
  /** Ends the one that waits, and keeps none any more. */
  close(): void;
}

/** A sandbox that waits holds memory, so it ends when no program has come for so long. */
export function createWarmPool(start: () => Sandbox, idleMilliseconds: number): WarmPool {
  let waiting: Waiting | undefined;
  let closed = false;

  function prepare(): void {
    if (waiting || closed) return;
    const next = holdInWait(start(), idleMilliseconds);
    waiting = next;
    void next.sandbox.ended.then(() => {
      if (waiting === next) waiting = undefined;
    });
  }

  return {
    prepare,
    take() {
      const sandbox = waiting?.sandbox.isAlive() ? waiting.release() : start();
      waiting = undefined;
      // After the program was sent, for to start a process takes a while.
      setImmediate(prepare);
      return sandbox;
    },
    close() {
      closed = true;
      waiting?.sandbox.kill();
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
  const timer = setTimeout(sandbox.kill, milliseconds).unref();
  void sandbox.ended.then(() => clearTimeout(timer));
  sandbox.hold(false);
  return {
    sandbox,
    release() {
      clearTimeout(timer);
      sandbox.hold(true);
      return sandbox;
    },
  };
}
