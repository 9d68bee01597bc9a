import { useState } from 'react';
import { App, type AppProps } from '#console/App.tsx';
import { DraftsProvider } from '@merchant-console/ra-declared';
import { ConnectionProvider } from '@merchant-console/ra-declared/internal';
import { useI18nProvider, type I18nConfig } from '#console/i18n/i18nProvider.ts';
import type { Backend } from './backend.ts';

export interface SignedInConsoleProps extends I18nConfig {
  /** The session's token. A switch between live and test data gives it a new one. */
  token: string;
  backend: Backend;
}

/**
 * The console of the browser's session. Mounted at sign-in, unmounted at sign-out. Another token has a console without
 * data, pages and drafts of the previous one. Texts outlive it, as code that is loaded relies on them.
 */
export function SignedInConsole({ token, backend, ...languages }: SignedInConsoleProps) {
  const i18nProvider = useI18nProvider(languages);
  return (
    <ConnectionProvider value={backend.connection}>
      <DraftsProvider value={backend.drafts}>
        <SessionConsole key={token} backend={backend} i18nProvider={i18nProvider} />
      </DraftsProvider>
    </ConnectionProvider>
  );
}

function SessionConsole({
  backend,
  i18nProvider,
}: Pick<SignedInConsoleProps, 'backend'> & Pick<AppProps, 'i18nProvider'>) {
  const [providers] = useState(backend.createProviders);
  const { productTitle, logo } = backend.settings;
  return <App {...providers} i18nProvider={i18nProvider} title={productTitle} logo={logo} />;
}
