//! Images of textures, from the bytes of a file to colors. What cannot be read is none, and no error.

use crate::piece_file::textures::ImageKind;
use std::io::Cursor;
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

/// The longest side of an image that is decoded, in pixels, and the most pixels of one: what a graphics card takes.
const LONGEST: u32 = 16_384;
const MOST: u64 = 1 << 26;

/// An image with red, green, blue and alpha of each pixel, as in the file, row by row.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Pixels {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) texels: Vec<[u8; 4]>,
}

/// How wide and high an image is, by its first bytes; none if it cannot be decoded, or is beyond all reason.
pub(super) fn size(bytes: &[u8]) -> Option<(u32, u32)> {
    let (width, height) = match ImageKind::of(bytes)?.mime {
        "image/png" => png::Decoder::new(Cursor::new(bytes)).read_header_info().ok()?.size(),
        "image/jpeg" => {
            let mut decoder = jpeg(bytes);
            decoder.decode_headers().ok()?;
            let info = decoder.info()?;
            (u32::from(info.width), u32::from(info.height))
        }
        "image/webp" => image_webp::WebPDecoder::new(Cursor::new(bytes)).ok()?.dimensions(),
        _ => return None,
    };
    let pixels = u64::from(width) * u64::from(height);
    (width.max(height) <= LONGEST && (1..=MOST).contains(&pixels)).then_some((width, height))
}

/// Decodes an image that has a [`size`].
pub(super) fn decode(bytes: &[u8]) -> Option<Pixels> {
    let (width, height) = size(bytes)?;
    let (width, height) = (width as usize, height as usize);
    let (channels, data) = match ImageKind::of(bytes)?.mime {
        "image/png" => decode_png(bytes)?,
        "image/jpeg" => {
            let mut decoder = jpeg(bytes);
            (3, decoder.decode().ok()?)
        }
        _ => decode_webp(bytes)?,
    };
    // Four channels at most, so their number can be matched on; what has fewer is grey, or has no alpha.
    let texel = |texel: &[u8]| match *texel {
        [grey] => [grey, grey, grey, 255],
        [grey, alpha] => [grey, grey, grey, alpha],
        [red, green, blue] => [red, green, blue, 255],
        [red, green, blue, alpha, ..] => [red, green, blue, alpha],
        [] => [0; 4],
    };
    let texels: Vec<[u8; 4]> = data.chunks_exact(channels).take(width * height).map(texel).collect();
    (texels.len() == width * height).then_some(Pixels { width, height, texels })
}

fn decode_png(bytes: &[u8]) -> Option<(usize, Vec<u8>)> {
    let mut decoder = png::Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().ok()?;
    let mut data = vec![0; reader.output_buffer_size()?];
    let info = reader.next_frame(&mut data).ok()?;
    data.truncate(info.buffer_size());
    Some((info.color_type.samples(), data))
}

fn jpeg(bytes: &[u8]) -> JpegDecoder<ZCursor<&[u8]>> {
    let options = DecoderOptions::default()
        .set_max_width(LONGEST as usize)
        .set_max_height(LONGEST as usize)
        .jpeg_set_out_colorspace(ColorSpace::RGB);
    JpegDecoder::new_with_options(ZCursor::new(bytes), options)
}

fn decode_webp(bytes: &[u8]) -> Option<(usize, Vec<u8>)> {
    let mut decoder = image_webp::WebPDecoder::new(Cursor::new(bytes)).ok()?;
    decoder.set_memory_limit(MOST as usize * 4);
    let mut data = vec![0; decoder.output_buffer_size()?];
    decoder.read_image(&mut data).ok()?;
    Some((if decoder.has_alpha() { 4 } else { 3 }, data))
}
