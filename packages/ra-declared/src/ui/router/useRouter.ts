import { use, type ContextType } from 'react';
import { createPath, UNSAFE_DataRouterContext, type To } from 'react-router-dom';

type Context = NonNullable<ContextType<typeof UNSAFE_DataRouterContext>>;

/**
 * The router, for code that follows or changes the address. Unlike react-router's hooks, it doesn't re-render on each
 * navigation.
 *
 * @throws Error outside a data router, such as that of `<Admin>`
 */
export function useRouter(): Context['router'] {
  return useRouterContext().router;
}

/** Returns a function that turns a path into an address: after a base name, or in the hash. */
export function useHrefOf(): (to: To) => string {
  const { navigator, basename } = useRouterContext();
  return (to) =>
    navigator.createHref((basename === '/' ? '' : basename) + (typeof to === 'string' ? to : createPath(to)));
}

function useRouterContext(): Context {
  const context = use(UNSAFE_DataRouterContext);
  if (context === null) throw new Error('useRouter needs a data router above it');
  return context;
}
