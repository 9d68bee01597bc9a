import { Box } from '@mui/material';
import { Link } from '#console/router/Link.tsx';
import { SIDEBAR_COLORS } from './palettes.ts';

export interface SidebarBrand {
  productTitle: string;
  /** Address of an image. */
  logo: string;
}

interface SidebarLogoProps {
  brand: SidebarBrand;
  /** The image alone is in sight. */
  collapsed: boolean;
}

/** The product's sign above the menu; it leads to the first page. */
export function SidebarLogo({ brand: { productTitle, logo }, collapsed }: SidebarLogoProps) {
  return (
    <Box component={Link} to="/" title={productTitle} aria-label={productTitle} sx={block}>
      <img src={logo} alt="" width={28} height={28} />
      {!collapsed && <span>{productTitle}</span>}
    </Box>
  );
}

const block = {
  flex: 'none',
  display: 'flex',
  alignItems: 'center',
  gap: '12px',
  height: 50,
  // The image stands in the middle of the closed sidebar's 54 px.
  px: '13px',
  color: SIDEBAR_COLORS.strong,
  fontWeight: 600,
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  '&:focus-visible': { outline: `2px solid ${SIDEBAR_COLORS.strong}`, outlineOffset: -2 },
  '& img': { flex: 'none', objectFit: 'contain' },
  '& span': { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
};
