// Entry point of the worker. Registers tsx, so that TypeScript runs however the server was started. Tests build the reader
// once instead, because for a small file tsx takes nine tenths of the processor time.
const built = process.env['BUILT_SHEET_READER'];
if (built === undefined) {
  const { register } = await import('tsx/esm/api');
  register();
}
await import(built ?? './answerReader.ts');
