import CheckCircleIcon from '@mui/icons-material/CheckCircle';
import RadioButtonUncheckedIcon from '@mui/icons-material/RadioButtonUnchecked';
import ScheduleIcon from '@mui/icons-material/Schedule';
import { Box } from '@mui/material';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { outOfSight } from '#console/views/state/outOfSight.ts';
import type { PasswordKind } from './passwordKinds.ts';

/** `later`: only the server can tell. */
type RuleState = 'met' | 'open' | 'later';

const ICONS = { met: CheckCircleIcon, open: RadioButtonUncheckedIcon, later: ScheduleIcon };
const COLORS = { met: 'success', open: 'action', later: 'action' } as const;

interface RuleListProps {
  id: string;
  kind: PasswordKind;
  password: string;
  username: string;
}

/** What a new password has to be, each rule ticked once it is. */
export function RuleList({ id, kind, password, username }: RuleListProps) {
  const { translate } = useFormatContext();
  const broken = kind.broken(password, username);
  const stateOf = (rule: string): RuleState => {
    if (kind.serverRules.includes(rule)) return 'later';
    return password === '' || broken.has(rule) ? 'open' : 'met';
  };
  return (
    <Box component="ul" id={id} sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.5, typography: 'body2' }}>
      {kind.rules.map((rule) => {
        const state = stateOf(rule);
        const Icon = ICONS[state];
        return (
          <Box component="li" key={rule} sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
            <Icon color={COLORS[state]} fontSize="small" aria-hidden="true" />
            <span>
              {translate(`ownPasswords.${kind.page}.rules.${rule}`, kind.length)}
              <Box component="span" sx={outOfSight}>{` (${translate(`ownPasswords.rule_${state}`)})`}</Box>
            </span>
          </Box>
        );
      })}
    </Box>
  );
}
