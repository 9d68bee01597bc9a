interface SubmitButtonProps {
  busy: boolean;
  label: string;
  busyLabel: string;
}

/** Stays focusable while busy, so that the keyboard does not lose its place; the form ignores a second press. */
export function SubmitButton({ busy, label, busyLabel }: SubmitButtonProps) {
  return (
    <button type="submit" className="submit" aria-disabled={busy} aria-busy={busy}>
      {busy && <span className="spinner" aria-hidden="true" />}
      {busy ? busyLabel : label}
    </button>
  );
}
