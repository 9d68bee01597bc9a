import { styled, type SxProps, type Theme } from '@mui/material';
import { Form, type FormProps } from 'react-admin';
import { Navigate, useLocation } from 'react-router-dom';

/** Query parameter from which react-admin's form takes values. */
const PREFILLED = 'source';

const StyledForm = styled(Form)({});

/**
 * react-admin's `<Form>` for pages that stay open behind their tabs. It takes no values from the address, because
 * anyone could craft such a link, and users must have seen what they send.
 */
export function ConsoleForm(props: FormProps & { sx?: SxProps<Theme> | undefined }) {
  const query = new URLSearchParams(useLocation().search);
  if (query.has(PREFILLED)) {
    query.delete(PREFILLED);
    return <Navigate to={{ search: query.toString() }} replace />;
  }
  return (
    <StyledForm
      noValidate
      mode="onTouched"
      resetOptions={KEEP_ALL}
      shouldFocusError={false}
      disableInvalidFormNotification
      {...props}
      sx={props.sx ?? NO_STYLES}
    />
  );
}

const NO_STYLES = {};

/** react-admin's form resets itself when its effects run again, which happens when a kept page is shown again. */
const KEEP_ALL = {
  keepValues: true,
  keepDefaultValues: true,
  keepDirtyValues: true,
  keepDirty: true,
  keepErrors: true,
  keepTouched: true,
  keepIsSubmitted: true,
  keepSubmitCount: true,
};
