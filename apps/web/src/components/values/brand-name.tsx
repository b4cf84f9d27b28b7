import { useBrand } from '../../lib/session/use-brand.ts';
import { BusbarMark } from './busbar-mark.tsx';

/** The platform's logo, or the product's mark, with its name. */
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
