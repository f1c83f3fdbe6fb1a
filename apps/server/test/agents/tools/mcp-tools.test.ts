import { describe, expect, it } from 'vitest';
import { isAllowedUrl } from '../../../src/agents/tools/mcp/mcp-client.ts';
import { withoutPatterns } from '../../../src/agents/tools/mcp/without-patterns.ts';

describe('the input schema of an MCP server', () => {
  it('loses its regular expressions, at any depth, but no property that is called pattern', () => {
    const slow = '^(a+)+$';
    const schema = {
      type: 'object' as const,
      properties: { pattern: { type: 'string', pattern: slow }, list: { items: [{ pattern: slow }] } },
      patternProperties: { [slow]: {} },
      anyOf: [{ properties: { properties: { pattern: slow, minLength: 1 } } }],
    };
    expect(withoutPatterns(schema)).toEqual({
      type: 'object',
      properties: { pattern: { type: 'string' }, list: { items: [{}] } },
      anyOf: [{ properties: { properties: { minLength: 1 } } }],
    });
  });
});

describe('the address of an MCP server', () => {
  it.each([
    ['http://127.0.0.1:3000/mcp', ['127.0.0.1'], true],
    ['http://127.0.0.1:3000/mcp', ['127.0.0.1:3000'], true],
    ['http://127.0.0.1:3001/mcp', ['127.0.0.1:3000'], false],
    ['https://tools.example/mcp', ['*'], true],
    ['https://tools.example/mcp', [], false],
    ['https://tools.example@evil.example/mcp', ['tools.example'], false],
    ['https://tools.example.evil.example/mcp', ['tools.example'], false],
    ['file:///etc/passwd', ['*'], false],
    ['nonsense', ['*'], false],
  ])('%s is judged by the hosts %j', (url, hosts, allowed) => {
    expect(isAllowedUrl(url, hosts)).toBe(allowed);
  });
});
