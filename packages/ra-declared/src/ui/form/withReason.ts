/** Style of a choice that is disabled: the reason below its name stays readable. */
export const withReason = {
  '&.Mui-disabled, &[aria-disabled=true]': { opacity: 1 },
  '&.Mui-disabled .MuiListItemText-primary, &[aria-disabled=true] .MuiListItemText-primary': { color: 'text.disabled' },
} as const;
