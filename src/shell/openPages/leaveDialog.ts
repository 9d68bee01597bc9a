// A separate module, because importing the whole package would load more than the dialog.
export { LeaveDialog } from '#console/ui/LeaveDialog.tsx';
