import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import { ButtonBase, type SxProps, type Theme } from '@mui/material';
import { useId, useState, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react';
import { lazy, prefetchOn } from '../../ui/loading/lazy.tsx';
import type { SelectMenuProps } from './SelectMenu.tsx';

const SelectMenu = lazy(async () => (await import('./SelectMenu.tsx')).SelectMenu);

interface SelectButtonProps extends Pick<SelectMenuProps, 'label' | 'choices' | 'chosen' | 'onPress'> {
  several?: boolean;
  /** Accessible name of the button. */
  name: Pick<ComponentProps<'button'>, 'aria-label' | 'aria-labelledby'>;
  onOpen?(): void;
  onClose?(): void;
  sx?: SxProps<Theme>;
  children: ReactNode;
}

/** A select whose list is fetched when it is first needed, with the code of floating elements. */
export function SelectButton({ name, onOpen, onClose, sx, children, several = false, ...list }: SelectButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const listId = useId();
  const open = ({ currentTarget }: { currentTarget: HTMLElement }) => {
    setAnchor(currentTarget);
    onOpen?.();
  };
  const openByArrow = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    open(event);
  };
  const close = () => {
    setAnchor(null);
    onClose?.();
  };
  return (
    <>
      <ButtonBase
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={anchor !== null}
        aria-controls={anchor === null ? undefined : listId}
        onClick={open}
        onKeyDown={openByArrow}
        {...prefetchOn(SelectMenu)}
        {...name}
        sx={[button, ...[sx ?? []].flat()]}
      >
        {children}
        <ExpandMoreIcon sx={{ fontSize: 18, color: 'text.secondary' }} />
      </ButtonBase>
      {anchor && <SelectMenu {...list} anchor={anchor} several={several} id={listId} onClose={close} />}
    </>
  );
}

const button = {
  gap: 0.5,
  borderRadius: 1,
  '&.Mui-focusVisible': { outline: '2px solid', outlineColor: 'primary.main' },
};
