import { attachCliAuthJwt } from './attach-cli-auth-jwt.ts';
import { consumeCliAuthJwt } from './consume-cli-auth-jwt.ts';
import { createCliAuthSession } from './create-cli-auth-session.ts';

export const cliAuthOperations = [createCliAuthSession, attachCliAuthJwt, consumeCliAuthJwt];
