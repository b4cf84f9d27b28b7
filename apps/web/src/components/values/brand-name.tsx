import { useBrand } from '../../lib/session/use-brand.ts';
import { BusbarMark } from './busbar-mark.tsx';

/** The platform's logo and name; the product logo is the default. */
export function BrandName({ size, isShort = false }: { size: number; isShort?: boolean }) {
  const { name, logo } = useBrand();
  return (
    <>
      {logo === null ? (
        <BusbarMark size={size} />
      ) : (
        <img className="brand-logo" src={logo} alt="" style={{ blockSize: size }} />
      )}
      {!isShort && <bdi>{name}</bdi>}
    </>
  );
}
