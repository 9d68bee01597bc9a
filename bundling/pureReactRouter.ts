import type { Plugin } from 'vite';

/** What makes a component or a context, and does nothing else. */
const MAKES = /= (React\d*\.(?:forwardRef|memo|createContext)\()/g;
/** Names for React's developer tools. */
const NAMES = /^\w+\.displayName = .*;$/gm;

/**
 * react-router is one file in which nothing says that an unused component may go, as other packages do: its forms and
 * its server's parts would stay.
 */
export function pureReactRouter(): Plugin {
  return {
    name: 'pure-react-router',
    apply: 'build',
    transform(code, id) {
      if (!/\/node_modules\/react-router\/dist\/.*\.mjs$/.test(id)) return null;
      return { code: code.replace(MAKES, '= /* @__PURE__ */ $1').replace(NAMES, ''), map: null };
    },
  };
}
