#include "framework/core/random_simd.hpp"

// This file compiles itself once for each instruction set; the last lines choose at run time.
#undef HWY_TARGET_INCLUDE
// NOLINTNEXTLINE(readability-identifier-naming): Highway's name
#define HWY_TARGET_INCLUDE "framework/core/random_simd.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "framework/core/random_simd_inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace dpsco::random_simd::HWY_NAMESPACE {

void words_of_chunks(const Chunks<std::uint64_t>& chunks, std::uint64_t* out) {
  const std::size_t lanes = hn::Lanes(WordTag()), end = blocks_per_chunk * chunks.count;
  std::uint64_t* const spare = chunks.spare;
  for_blocks(chunks, [out, lanes, end, spare](std::size_t block, const auto& words) HWY_ATTR {
    for (const auto& first : words.first.v) {
      const auto& second = words.second.v[&first - words.first.v];
      std::uint64_t* const to = block < end ? out + 2 * block : spare + 2 * (block - end);
      hn::StoreInterleaved2(first, second, WordTag(), to);
      block += lanes;
    }
  });
}

void normals_of_chunks(const Chunks<double>& chunks, double* out) {
  for_normals(chunks,
              [out](std::size_t i, RealVector z) HWY_ATTR { hn::StoreU(z, RealTag(), out + i); });
}

void scale_and_add_chunks(const Chunks<double>& chunks, double* out, double scale, double sigma) {
  const RealTag d;
  for_normals(chunks, [=](std::size_t i, RealVector z) HWY_ATTR {
    const auto kept = hn::Mul(hn::Set(d, scale), hn::LoadU(d, out + i));
    hn::StoreU(hn::Add(kept, hn::Mul(hn::Set(d, sigma), z)), d, out + i);
  });
}

void noisy_step_chunks(const Chunks<double>& chunks,
                       double* out,
                       const double* gradient,
                       double step,
                       double scale,
                       double sigma) {
  const RealTag d;
  for_normals(chunks, [=](std::size_t i, RealVector z) HWY_ATTR {
    const auto shift = hn::Mul(hn::Set(d, step), hn::LoadU(d, gradient + i));
    const auto kept = hn::Mul(hn::Set(d, scale), hn::Sub(hn::LoadU(d, out + i), shift));
    hn::StoreU(hn::Add(kept, hn::Mul(hn::Set(d, sigma), z)), d, out + i);
  });
}

}  // namespace dpsco::random_simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dpsco::random_simd {

HWY_EXPORT(words_of_chunks);
HWY_EXPORT(normals_of_chunks);
HWY_EXPORT(scale_and_add_chunks);
HWY_EXPORT(noisy_step_chunks);

void words(const Chunks<std::uint64_t>& chunks, std::uint64_t* out) {
  HWY_DYNAMIC_DISPATCH(words_of_chunks)(chunks, out);
}

void normals(const Chunks<double>& chunks, double* out) {
  HWY_DYNAMIC_DISPATCH(normals_of_chunks)(chunks, out);
}

void scale_and_add_normals(const Chunks<double>& chunks, double* out, double scale, double sigma) {
  HWY_DYNAMIC_DISPATCH(scale_and_add_chunks)(chunks, out, scale, sigma);
}

void noisy_step(const Chunks<double>& chunks,
                double* out,
                const double* gradient,
                double step,
                double scale,
                double sigma) {
  HWY_DYNAMIC_DISPATCH(noisy_step_chunks)(chunks, out, gradient, step, scale, sigma);
}

}  // namespace dpsco::random_simd
#endif  // HWY_ONCE
