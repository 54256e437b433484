//! The walker over windows: which elements of an image contribute to an element of the result.

use terrace_interp::budget;
use terrace_interp::fault::{Fault, Outcome};

/// A spatial dimension of a window op.
#[derive(Clone, Copy, Debug)]
pub struct Dimension {
    /// The extent of the image.
    pub image: usize,
    /// The extent of the window.
    pub kernel: usize,
    /// The distance of neighboring windows.
    pub stride: i64,
    /// The distance of neighboring elements of a window.
    pub dilation: i64,
    /// The positions before and after the image.
    pub pad: [i64; 2],
    /// Whether the image is scattered to the result: stride and dilation are those of the image in the result.
    pub transposed: bool,
}

/// The places of one window along a dimension: positions in the window, and in the image.
pub type Taps = Vec<(usize, usize)>;

impl Dimension {
    /// Returns the extent of the result.
    ///
    /// # Errors
    ///
    /// If the window does not end at the end of the padded image, there is no room for one, or there are too many.
    pub fn result(self) -> Outcome<usize> {
        if self.stride < 1 || self.dilation < 1 {
            return Err(Fault::new("a stride or dilation that is not positive"));
        }
        let (image, kernel) = (self.image as i128, self.kernel as i128);
        let (stride, pads) = (i128::from(self.stride), i128::from(self.pad[0]) + i128::from(self.pad[1]));
        let result = if self.transposed {
            (image - 1) * stride + pads + kernel
        } else {
            let steps = image - 1 + pads - (kernel - 1) * i128::from(self.dilation);
            if steps < 0 || steps % stride != 0 {
                return Err(Fault::new(format!(
                    "windows of {kernel} elements at a stride of {stride} do not cover {image} elements and a padding \
                     of {pads}"
                )));
            }
            steps / stride + 1
        };
        let result =
            usize::try_from(result).map_err(|_| Fault::new(format!("a result of {result} elements")))?;
        budget::check((result as u64).saturating_mul(size_of::<Taps>() as u64))?;
        Ok(result)
    }

    /// Returns the places of the window for a position of the result, in order of the window.
    fn taps(self, at: usize) -> Taps {
        let (at, image, kernel) = (at as i128, self.image as i128, self.kernel as i128);
        let (stride, dilation) = (i128::from(self.stride), i128::from(self.dilation));
        if self.transposed {
            let place = |k: usize| {
                let scattered = at - i128::from(self.pad[0]) - k as i128;
                let is_hit = scattered >= 0 && scattered % stride == 0 && scattered / stride < image;
                is_hit.then(|| (k, (scattered / stride) as usize))
            };
            return (0..self.kernel).filter_map(place).collect();
        }
        // Only the part of the window that is in the image is walked.
        let start = at * stride - i128::from(self.pad[0]);
        let first = (-start).max(0).div_euclid(dilation) + i128::from((-start).max(0) % dilation != 0);
        let end = ((image - 1 - start).div_euclid(dilation) + 1).min(kernel);
        (first..end).map(|k| (k as usize, (start + k * dilation) as usize)).collect()
    }
}

/// Windows over an image of several dimensions.
pub struct Windows {
    dimensions: Vec<Dimension>,
    /// The extents of the result.
    pub result: Vec<usize>,
    /// For each dimension and each position of the result, the places of the window.
    taps: Vec<Vec<Taps>>,
}

impl Windows {
    /// The windows over an image.
    ///
    /// # Errors
    ///
    /// If they do not fit.
    pub fn new(dimensions: Vec<Dimension>) -> Outcome<Self> {
        let result =
            dimensions.iter().map(|dimension| dimension.result()).collect::<Outcome<Vec<usize>>>()?;
        let all =
            |(dimension, &extent): (&Dimension, &usize)| (0..extent).map(|at| dimension.taps(at)).collect();
        let taps = dimensions.iter().zip(&result).map(all).collect();
        Ok(Self { dimensions, result, taps })
    }

    /// Calls a function for each element of the result, in row-major order, with the places of its window in the
    /// kernel's order: row-major positions in the kernel, and in the image.
    ///
    /// # Errors
    ///
    /// The first error of the function.
    pub fn for_each(&self, mut run: impl FnMut(usize, &[(usize, usize)]) -> Outcome) -> Outcome {
        let count: usize = self.result.iter().product();
        let mut window: Taps = Vec::new();
        for at in 0..count {
            window.clear();
            window.push((0, 0));
            let mut rest = count;
            for (i, dimension) in self.dimensions.iter().enumerate() {
                rest /= self.result[i];
                let taps = &self.taps[i][at / rest % self.result[i]];
                let inner = |&(kernel, image): &(usize, usize)| {
                    taps.iter()
                        .map(move |&(k, p)| (kernel * dimension.kernel + k, image * dimension.image + p))
                };
                window = window.iter().flat_map(inner).collect();
            }
            run(at, &window)?;
        }
        Ok(())
    }
}
