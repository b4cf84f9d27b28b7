/** Theme of the component library: the palette mapped to its tokens (docs/design.md 1.1). */
import { type ThemeConfig, theme } from 'antd';
import { DARK, LIGHT } from './palette.ts';

function prefersStillness(): boolean {
  return window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
}

/** Returns the colour at 40 % opacity. */
const faint = (colour: string) => `${colour}66`;

export function antdTheme(isDark: boolean): ThemeConfig {
  const palette = isDark ? DARK : LIGHT;
  return {
    algorithm: isDark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      colorPrimary: palette.accent,
      colorLink: palette.accentText,
      // The lighter blue that the library derives for a hovered link does not have enough contrast.
      colorLinkHover: palette.accentText,
      colorLinkActive: palette.accentText,
      colorSuccess: palette.green,
      colorWarning: palette.amber,
      colorError: palette.red,
      // The lighter red that the library derives for a hovered button does not have enough
      // contrast.
      colorErrorHover: palette.red,
      colorErrorBorderHover: palette.red,
      colorInfo: palette.accentText,
      // Backgrounds of alerts; those that the library derives from such dark text colours are
      // muddy.
      colorSuccessBg: palette.greenSoft,
      colorSuccessBorder: faint(palette.green),
      colorWarningBg: palette.amberSoft,
      colorWarningBorder: faint(palette.amber),
      colorErrorBg: palette.redSoft,
      colorErrorBorder: faint(palette.red),
      colorInfoBg: palette.accentSoft,
      colorInfoBorder: faint(palette.accentText),
      colorText: palette.text,
      colorTextSecondary: palette.textSoft,
      colorTextTertiary: palette.textFaint,
      colorTextDescription: palette.textFaint,
      colorTextPlaceholder: palette.textFaint,
      colorTextDisabled: palette.textFaint,
      colorBgLayout: palette.page,
      colorBgContainer: palette.surface,
      colorBgElevated: palette.raised,
      colorBorder: palette.lineStrong,
      colorBorderSecondary: palette.line,
      colorSplit: palette.line,
      borderRadius: 6,
      fontSize: 14,
      fontFamily: 'var(--font)',
      fontFamilyCode: 'var(--font-mono)',
      wireframe: false,
      // Without this, the library waits for the end of an animation that the style sheet disables.
      motion: !prefersStillness(),
      motionDurationMid: '0.12s',
      motionDurationSlow: '0.18s',
    },
    components: {
      Layout: { headerHeight: 48, headerBg: palette.surface, siderBg: palette.surface },
      Menu: {
        itemBg: 'transparent',
        itemSelectedBg: palette.accentSoft,
        itemSelectedColor: palette.accentText,
        subMenuItemSelectedColor: palette.text,
        subMenuItemBg: 'transparent',
        itemHeight: 36,
        collapsedWidth: 65,
      },
      Dropdown: { colorPrimary: palette.accentText, controlItemBgActive: palette.accentSoft },
      Button: {
        defaultHoverColor: palette.accentText,
        defaultHoverBorderColor: palette.accentText,
        defaultActiveColor: palette.accentText,
        // A hovered button is darker, not lighter as in the library, so that white text remains
        // readable.
        colorPrimaryHover: LIGHT.accentText,
        colorPrimaryActive: LIGHT.accentText,
        // The red of the dark theme is light, so white text would be unreadable.
        dangerColor: isDark ? palette.page : '#fff',
      },
      Pagination: {
        itemActiveColor: palette.accentText,
        itemActiveColorHover: palette.accentText,
      },
      Tabs: {
        itemSelectedColor: palette.accentText,
        itemHoverColor: palette.accentText,
        inkBarColor: palette.accentText,
      },
      Select: { optionSelectedBg: palette.accentSoft, optionSelectedColor: palette.accentText },
      Table: {
        headerBg: palette.hover,
        headerColor: palette.textSoft,
        headerSplitColor: 'transparent',
        rowHoverBg: palette.hover,
        rowSelectedBg: palette.accentSoft,
        rowSelectedHoverBg: palette.accentSoft,
        headerBorderRadius: 0,
        cellPaddingBlockSM: 5,
        cellPaddingBlockMD: 8,
        cellPaddingBlock: 13,
        cellPaddingInlineSM: 12,
        cellPaddingInlineMD: 12,
      },
    },
  };
}
