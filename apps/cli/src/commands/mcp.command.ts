import type { Command } from 'commander';

// An app of its own, which knows nothing but the API's client: it is loaded by its place, as the API is.
const MCP = new URL('../../../mcp/dist/main.js', import.meta.url).href;

/** `mcp`. */
export function addMcpCommand(program: Command): void {
  program
    .command('mcp')
    .description('Serve the API to an assistant by the Model Context Protocol, on standard input and output')
    .addHelpText(
      'after',
      '\nBRICKMARKET_KEY is the key to ask with, BRICKMARKET_URL the API (http://127.0.0.1:3000/api/v1).' +
        '\nWith MCP_PORT it serves streamable HTTP at /mcp instead, and each caller sends a key of its own.',
    )
    .action(async () => {
      await import(MCP);
    });
}
