import { HeaderMenuList, type OpenMenu } from './HeaderMenuList.tsx';
import { languageItems } from './languageItems.tsx';
import { useLanguageChoice } from './useLanguageChoice.ts';

export function LanguageMenuList(menu: OpenMenu) {
  return <HeaderMenuList {...menu}>{languageItems(useLanguageChoice())}</HeaderMenuList>;
}
