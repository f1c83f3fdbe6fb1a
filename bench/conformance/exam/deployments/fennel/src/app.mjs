import { listen } from './http.mjs';
import './agents.mjs';
import './studio.mjs';
import './account.mjs';
import './tools.mjs';
import './openapi.mjs';
import { consume } from './workers.mjs';
import { ticker } from './schedules.mjs';

export function serve(port) {
  consume();
  ticker();
  listen(port);
}
