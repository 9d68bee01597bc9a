// A separate module, because importing the whole package would load more than the dialog.
export { LeaveDialog } from '@merchant-console/ra-declared/internal';
