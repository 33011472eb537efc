# One block of dimension.dat a method: d, mean, low and high of the 95 % interval.
set terminal svg size 760,440 font "sans-serif,13" background rgb "white"
set output "docs/figures/dimension.svg"
set logscale xy
set xrange [8:5000]
set yrange [0.003:0.6]
set xlabel "dimension d"
set ylabel "excess population risk (nats)"
set title "Same data, same privacy: (1, 10^{-5})-DP, replace one"
set key outside right center samplen 2
set grid ytics xtics lc rgb "#dddddd"
# Okabe and Ito's palette: told apart by colour-blind readers, and by shape.
plot "docs/figures/dimension.dat" index 7 using 1:2:3:4 with yerrorlines lc rgb "#999999" pt 1 dt 2 title "zero predictor", \
     "" index 3 using 1:2:3:4 with yerrorlines lc rgb "#D55E00" pt 9 lw 2 title "PNSGD, theory step", \
     "" index 2 using 1:2:3:4 with yerrorlines lc rgb "#E69F00" pt 5 lw 2 title "PNSGD, projected", \
     "" index 0 using 1:2:3:4 with yerrorlines lc rgb "#0072B2" pt 7 lw 2 title "Algorithm 1 (corrected)", \
     "" index 1 using 1:2:3:4 with yerrorlines lc rgb "#56B4E9" pt 11 lw 2 title "Algorithm 1, constant", \
     "" index 4 using 1:2:3:4 with yerrorlines lc rgb "#009E73" pt 13 lw 2 title "PNSGD, unprojected", \
     "" index 5 using 1:2:3:4 with yerrorlines lc rgb "#CC79A7" pt 15 lw 2 title "DP-SGD, clipped", \
     "" index 6 using 1:2:3:4 with yerrorlines lc rgb "#000000" pt 3 dt 3 title "SGD, not private"
