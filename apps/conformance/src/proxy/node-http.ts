/**
 * Of node:http what the proxy calls. An import would take 10 MB more: it asks for every name that the module has, and for one of
 * them, WebSocket, Node loads all of fetch and of HTTP/2.
 */
export const { Agent, createServer, request, STATUS_CODES } = process.getBuiltinModule('node:http');
