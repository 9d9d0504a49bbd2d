import type { Chain } from '#shared/predictions/chain.ts';
import { chainDot, chainPicture } from '#shared/predictions/chainPicture.ts';
import { chainCsv } from '#shared/predictions/chainCsv.ts';
import type { StatusOf } from '#shared/predictions/predictionStatus.ts';
import { assertNever } from '#shared/domain/result.ts';
import { createChainLayout } from './chainLayout.ts';

/** The chain as the content of a file. */
export async function chainFile(
  chain: Chain,
  status: StatusOf,
  format: 'svg' | 'png' | 'dot' | 'csv',
): Promise<string | Uint8Array<ArrayBuffer>> {
  switch (format) {
    case 'dot':
      return chainDot(chain, status);
    case 'csv':
      return chainCsv(chain, status);
    case 'svg':
      return (await draw(chain, status)).svg;
    case 'png':
      return rasterise(await draw(chain, status));
    default:
      return assertNever(format);
  }
}

async function draw(chain: Chain, status: StatusOf) {
  const layout = createChainLayout();
  try {
    return chainPicture(chain, await layout.layOut(chain), status);
  } finally {
    layout.close();
  }
}

/** Twice as fine as on the screen, and no larger than a canvas can be. */
const wishedScale = 2;
const longestSide = 16_000;
const mostPixels = 100_000_000;

async function rasterise(picture: ReturnType<typeof chainPicture>): Promise<Uint8Array<ArrayBuffer>> {
  const { svg, width, height } = picture;
  const scale = Math.min(
    wishedScale,
    longestSide / width,
    longestSide / height,
    Math.sqrt(mostPixels / (width * height)),
  );
  const image = new Image();
  // The policy lets in pictures from data addresses, and a canvas that drew one may still be read.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(width * scale);
  canvas.height = Math.ceil(height * scale);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) throw new Error('The picture could not be made: it may be too large.');
  return new Uint8Array(await blob.arrayBuffer());
}
