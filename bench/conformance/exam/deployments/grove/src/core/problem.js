// What is answered when something is refused.

export class Problem extends Error {
  constructor(status, code, text, headers = {}) {
    super(text);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }

  body() {
    return { error: { code: this.code, text: this.message } };
  }
}

/** 422: what is wrong with the input, place by place. */
export class Invalid extends Problem {
  constructor(errors) {
    super(422, 'invalid', 'the input is not valid');
    this.errors = errors;
  }

  body() {
    return { errors: this.errors };
  }
}

export const badRequest = (text, code = 'bad_request') => new Problem(400, code, text);
export const unauthorized = (text) => new Problem(401, 'unauthorized', text, { 'www-authenticate': 'Bearer' });
export const forbidden = (text) => new Problem(403, 'forbidden', text);
export const notFound = (what) => new Problem(404, 'not_found', `there is no such ${what}`);
export const conflict = (text) => new Problem(409, 'conflict', text);
