import FormatSize from '@mui/icons-material/FormatSize';
import { useTranslate } from 'react-admin';
import { onDemand } from '#console/loading/onDemand.tsx';
import { HeaderMenu } from './HeaderMenu.tsx';

const SizeMenuList = onDemand(async () => (await import('./SizeMenuList.tsx')).SizeMenuList);

export function SizeMenu() {
  const translate = useTranslate();
  return (
    <HeaderMenu name={translate('shell.size')} icon={<FormatSize fontSize="small" />} part={SizeMenuList}>
      {(menu) => <SizeMenuList {...menu} />}
    </HeaderMenu>
  );
}
