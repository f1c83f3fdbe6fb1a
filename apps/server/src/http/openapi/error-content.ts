/** The body of every refusal but 422. */
export const errorContent = { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } };
