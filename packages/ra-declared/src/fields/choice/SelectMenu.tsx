import CheckedIcon from '@mui/icons-material/CheckBox';
import UncheckedIcon from '@mui/icons-material/CheckBoxOutlineBlank';
import { ListItemIcon, ListItemText, Menu, MenuItem } from '@mui/material';
import type { NamedChoice } from '../FieldTypeDefinition.ts';

export interface SelectMenuProps {
  id: string;
  label: string;
  anchor: HTMLElement;
  choices: readonly NamedChoice[];
  chosen: readonly string[];
  /** True if a press toggles one of several choices. Otherwise it chooses one and closes the list. */
  several: boolean;
  onPress(id: string): void;
  onClose(): void;
}

/** The open list of a select. */
export function SelectMenu({ id, label, anchor, choices, chosen, several, onPress, onClose }: SelectMenuProps) {
  const press = (choice: string) => {
    onPress(choice);
    if (!several) onClose();
  };
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      slotProps={{
        paper: { role: 'region', 'aria-label': label, sx: { minWidth: anchor.clientWidth } },
        list: {
          id,
          role: 'listbox',
          'aria-label': label,
          dense: true,
          disableListWrap: true,
          'aria-multiselectable': several,
        },
      }}
    >
      {choices.map((choice) => {
        const isChosen = chosen.includes(choice.id);
        return (
          <MenuItem
            key={choice.id}
            role="option"
            selected={isChosen}
            aria-selected={isChosen}
            onClick={() => press(choice.id)}
          >
            {several && (
              <ListItemIcon sx={{ '&&': { minWidth: 28 } }}>
                {isChosen ? <CheckedIcon /> : <UncheckedIcon />}
              </ListItemIcon>
            )}
            <ListItemText primary={choice.name} />
          </MenuItem>
        );
      })}
    </Menu>
  );
}
