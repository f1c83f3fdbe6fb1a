import { html } from 'hono/html';
import { frame, type Html } from './frame.ts';

/** Asks for the admin token. @param problem what was wrong with the one before. */
export function signInPage(problem?: string): Html {
  return frame({
    content: html`<main class="sign-in">
      <section>
        <form method="post" action="sign-in">
          <label>
            Admin token
            <input type="password" name="token" required autocomplete="current-password" />
          </label>
          ${problem && html`<p class="bad" role="alert">${problem}</p>`}
          <button>Sign in</button>
        </form>
        <p class="faint">It stands in ADMIN_TOKEN where the server was started.</p>
      </section>
    </main>`,
  });
}
