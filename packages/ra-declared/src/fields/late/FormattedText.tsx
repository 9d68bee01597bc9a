import { Fragment } from 'react';
import { addressOf, type ShownFormat } from '@merchant-console/declaration';
import { useFormatContext } from '../../ui/FormatContext.ts';

interface FormattedTextProps {
  format: ShownFormat;
  /** One text, or several, which are shown one after the other. */
  text: string | readonly string[];
}

const swatch = {
  display: 'inline-block',
  width: '0.875em',
  height: '0.875em',
  marginInlineEnd: '0.5em',
  verticalAlign: '-0.05em',
  borderRadius: 3,
  // Visible on a background of the same colour.
  boxShadow: 'inset 0 0 0 1px rgb(128 128 128 / 60%)',
};

/** A web address, an email address or a phone number as a link, or a colour beside its code. */
export function FormattedText({ format, text }: FormattedTextProps) {
  const { translate } = useFormatContext();
  return [text].flat().map((one, at) => (
    <Fragment key={at}>
      {at > 0 && translate('list.comma')}
      <Formatted format={format} text={one} />
    </Fragment>
  ));
}

function Formatted({ format, text }: { format: ShownFormat; text: string }) {
  const address = addressOf(format, text);
  if (address !== null) {
    const elsewhere = format === 'url' ? { target: '_blank', rel: 'noopener noreferrer' } : {};
    return (
      <a href={address} {...elsewhere}>
        {text}
      </a>
    );
  }
  if (format !== 'color' || !/^#[0-9a-f]{6}$/i.test(text)) return text;
  return (
    <>
      <span aria-hidden style={{ ...swatch, backgroundColor: text }} />
      {text}
    </>
  );
}
