import Translate from '@mui/icons-material/Translate';
import { useTranslate } from 'react-admin';
import { onDemand } from '#console/loading/onDemand.tsx';
import { HeaderMenu } from './HeaderMenu.tsx';

const LanguageMenuList = onDemand(async () => (await import('./LanguageMenuList.tsx')).LanguageMenuList);

export function LanguageMenu() {
  const translate = useTranslate();
  return (
    <HeaderMenu name={translate('shell.language')} icon={<Translate fontSize="small" />} part={LanguageMenuList}>
      {(menu) => <LanguageMenuList {...menu} />}
    </HeaderMenu>
  );
}
