import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

/** Modules of which nothing is ever called here, though no bundler can tell. */
const NEVER_CALLED = [
  // react-admin's own way to react-router, which names its data routers; src/router has another.
  /\/ra-core\/dist\/routing\/adapters\/reactRouterProvider\.js$/,
  // Zod's schemas can become JSON Schemas, and do on the server.
  /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/,
  // MUI's themes can be made of CSS variables; this console's are not.
  /\/@mui\/material\/esm\/styles\/(createThemeWithVars|ThemeProviderWithVars)\.js$/,
  // No list here grows at its end: each has pages.
  /\/@tanstack\/query-core\/build\/modern\/infiniteQueryBehavior\.js$/,
  // The theme turns all ripples off.
  /\/@mui\/material\/esm\/ButtonBase\/TouchRipple\.js$/,
];

/**
 * What packages bring along for old browsers, or for what is never called here: Emotion's `withTheme`. ra-core's first part
 * uses nothing of lodash but its comparison, which is ten times as long as another that tells the same of plain data.
 */
const STAND_INS = new Map([
  ['object.entries', 'module.exports = Object.entries'],
  ['hasown', 'module.exports = Object.hasOwn'],
  ['lodash/isEqual.js', "export { dequal as default } from 'dequal'"],
  ['hoist-non-react-statics', "module.exports = () => { throw new Error('Left out of the build') }"],
]);

/**
 * Leaves out of the build what is in the way of a short first load. Should a later version of a package call what is not
 * there, it gets an error that says so, first of all in the tests that run in a browser.
 */
export function leaveOut(): Plugin {
  return {
    name: 'leave-out',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (STAND_INS.has(source) ? `\0${source}` : null),
    async load(id) {
      if (id.startsWith('\0')) return STAND_INS.get(id.slice(1)) ?? null;
      if (!NEVER_CALLED.some((module) => module.test(id))) return null;
      const names = exportsOf(this.parse(await readFile(id, 'utf8')));
      const message = `Left out of the build: ${id.replace(/^.*\/node_modules\//, '')}`;
      return [
        `const absent = () => { throw new Error(${JSON.stringify(message)}) };`,
        `export { ${names.map((name) => `absent as ${name}`).join(', ')} };`,
      ].join('\n');
    },
  };
}

type Program = ReturnType<
  ThisParameterType<Extract<NonNullable<Plugin['load']>, (...args: never) => unknown>>['parse']
>;

function exportsOf({ body }: Program): string[] {
  return body.flatMap((statement) => {
    if (statement.type === 'ExportDefaultDeclaration') return ['default'];
    if (statement.type !== 'ExportNamedDeclaration') return [];
    const { declaration, specifiers } = statement;
    const listed = specifiers.flatMap(({ exported }) => (exported.type === 'Identifier' ? [exported.name] : []));
    if (declaration?.type === 'FunctionDeclaration' && declaration.id) return [declaration.id.name];
    if (declaration?.type !== 'VariableDeclaration') return listed;
    return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []));
  });
}
