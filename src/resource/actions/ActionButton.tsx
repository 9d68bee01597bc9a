import { Button, type ButtonProps } from '@mui/material';
import type { Action } from '#shared/declaration/action.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { menuIcon } from '#console/ui/menuIcons.ts';
import { actionLabel } from './actionLabel.ts';

type ActionButtonProps = Pick<ButtonProps, 'variant' | 'color'> & {
  /** Name of the resource that has the action. */
  resource: string;
  action: Action;
  onPress(): void;
};

export function ActionButton({ resource, action, onPress, variant = 'outlined', color }: ActionButtonProps) {
  const context = useFormatContext();
  const Icon = action.icon && menuIcon(action.icon);
  return (
    <Button
      size="small"
      variant={variant}
      {...(color && { color })}
      startIcon={Icon && <Icon />}
      onClick={onPress}
      sx={{ flex: 'none' }}
    >
      {actionLabel(action, { ...context, resource })}
    </Button>
  );
}
