import { ErrorLogButton } from './errorLog/ErrorLogButton.tsx';
import { FullScreenButton } from './FullScreenButton.tsx';
import { LanguageMenu } from './LanguageMenu.tsx';
import { MenuSearch } from './search/MenuSearch.tsx';
import { SizeMenu } from './SizeMenu.tsx';

/** What the header offers besides the way and the account; a narrow screen has no room for it. */
export function HeaderTools() {
  return (
    <>
      <ErrorLogButton />
      <MenuSearch />
      <FullScreenButton />
      <SizeMenu />
      <LanguageMenu />
    </>
  );
}
